-- Grain: none; settings of the whole instance that cannot be changed again. The last one sees to that.
SET GLOBAL TimeZone = 'UTC';
SET GLOBAL enable_external_access = false;
SET GLOBAL lock_configuration = true;
