"""Pictures of the windows, to be compared after a change: `./run pictures FOLDER`."""
