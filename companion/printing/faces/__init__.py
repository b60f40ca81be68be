"""What a face or a sheet is made of, in millimetres: boxes, marks of origin, pictures, the shared card anatomy."""
