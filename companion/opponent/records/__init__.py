"""The computer at tables with record sheets: it says where a unit would like to stand, and attacks from there."""
