INSERT INTO plain_event
FORMAT Parquet
