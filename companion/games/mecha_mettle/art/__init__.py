"""Line art: module silhouettes, component emblems, dice and link symbols."""
