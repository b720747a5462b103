-- Grain: the database that is to be written anew.
USE source
