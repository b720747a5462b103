/** The statements of a text, which has semicolons and line breaks between them only. */
function statements([text = ""]: TemplateStringsArray): readonly string[] {
  return text.trim().split(/;\s+/);
}

/** Statements that are named in the answer by their first word. */
const FORBIDDEN_STATEMENTS = statements`
  CREATE TABLE mine (i INTEGER); CREATE TEMP TABLE mine AS SELECT 1; CREATE MACRO mine() AS 1;
  INSERT INTO base.event VALUES (1, now()); UPDATE base.event SET id = 1; DELETE FROM base.event;
  DROP VIEW events; ALTER TABLE base.event ADD COLUMN j INTEGER; COMMENT ON VIEW events IS 'x';
  ATTACH '/tmp/other.duckdb'; DETACH memory; USE base; INSTALL httpfs; LOAD httpfs; UPDATE EXTENSIONS;
  COPY (SELECT 1) TO '/tmp/headcount-copied.csv'; COPY (SELECT 1) TO '/dev/stdout';
  COPY base.event FROM '/etc/passwd'; EXPORT DATABASE '/tmp/headcount-exported'; SET memory_limit = '100GB';
  SET VARIABLE x = 1; RESET threads; PRAGMA database_list; CALL enable_logging(); CHECKPOINT; VACUUM;
  COMMIT; BEGIN; PREPARE p AS SELECT 1; CREATE SECRET s (TYPE s3); EXECUTE p
`;

/** Queries that must not be run, and a part of the answer. */
export const FORBIDDEN_QUERIES: readonly (readonly [query: string, said: RegExp])[] = [
  ...FORBIDDEN_STATEMENTS.map((query) => [query, new RegExp(`${/\w+/.exec(query)} is not allowed`)] as const),
  ["MERGE INTO base.event USING (SELECT 1 AS id) AS k ON (true) WHEN MATCHED THEN DELETE", /MERGE/],
  ["PIVOT events ON id", /PIVOT … ON … IN/],
  ["SELECT 1; SELECT 2", /2 statements/],
  ["SELECT 1; DROP VIEW events", /2 statements/],
  ["WITH x AS (SELECT 1) INSERT INTO base.event FROM x", /this statement is not allowed/],
  [
    "é; SELECT 1",
    /^HeadcountError: Parser Error: syntax error at or near "é"\n\nLINE 1: é; SELECT 1\n {8}\^$/,
  ],
  ["EXPLAIN SELECT 1 FROM x WHERE é 日", /syntax error at or near "日"[\s\S]*LINE 1: .*日\n {39}\^$/],
  [" -- nothing\n", /query is empty/],
  ["SELECT $a", /parameters/],
  ["EXPLAIN INSERT INTO base.event VALUES (1, now())", /INSERT is not allowed/],
  ["EXPLAIN ANALYZE CREATE TEMP TABLE mine AS SELECT 1", /CREATE is not allowed/],
  ["EXPLAIN ANALYZE COPY (SELECT 1) TO '/tmp/headcount-copied.csv'", /EXPLAIN/],
  ["EXPLAIN (ANALYZE) CALL force_checkpoint()", /CALL is not allowed/],
  [
    "EXPLAIN (FORMAT json -- ) SELECT 1 /* \n, ANALYZE) CREATE TEMP TABLE mine AS SELECT 1 --*/",
    /this statement is not allowed/,
  ],
  ["--\rCREATE TEMP TABLE x AS SELECT 1 \n", /CREATE/],
  ["FROM '/etc/passwd'", /does not exist/],
  ["FROM read_text('/etc/passwd')", /read_text is not allowed/],
  ["SELECT 1 WHERE EXISTS (FROM read_text('/etc/passwd'))", /read_text/],
  ["WITH x AS (FROM read_text('/etc/passwd')) SELECT 1", /read_text/],
  ["DESCRIBE FROM read_text('/etc/passwd')", /read_text/],
  ["SUMMARIZE FROM read_text('/etc/passwd')", /read_text/],
  ["EXPLAIN ANALYZE FROM read_text('/etc/passwd')", /read_text/],
  ["FROM events, LATERAL (FROM read_text(id))", /read_text/],
  ["FROM query('SELECT 1')", /query is not allowed/],
  [
    "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    /json_execute_serialized_sql is not allowed/,
  ],
  ["FROM enable_logging()", /enable_logging is not allowed/],
  ['FROM system.main."ENABLE_LOGGING"()', /enable_logging is not allowed/],
  ["FROM enable_profiling(save_location := '/tmp/headcount-profile')", /not allowed/],
  ["SELECT current_setting('temp_directory')", /current_setting is not allowed/],
  ["FROM histogram('events', id)", /histogram is not allowed/],
  ["FROM pg_catalog.pg_class", /pg_class is not allowed/],
  ["SUMMARIZE pg_database", /pg_database is not allowed/],
  ['FROM "/etc/passwd.csv"', /Permission Error/],
  ["FROM main.'/etc/passwd.csv'", /does not exist|syntax error/],
  ["DESCRIBE '/etc/passwd.csv'", /Permission Error/],
  ["SUMMARIZE '/etc/passwd.csv'", /Permission Error/],
  ["FROM events POSITIONAL JOIN '/etc/passwd.csv'", /Permission Error/],
  ["PIVOT '/etc/passwd.csv' ON a IN (1)", /Permission Error/],
  ["SELECT 'events'::regclass", /does not exist/],
  ["WITH duckdb_databases AS (SELECT 1) FROM main.duckdb_databases", /not allowed/],
  ['FROM "system"."MAIN"."DuckDB_Databases"', /duckdb_databases is not allowed/],
];

/** Calls that must be rejected wherever a value may stand. */
export const FORBIDDEN_CALLS = [
  "current_setting('temp_directory')",
  "getenv('HOME')",
  "json_serialize_plan('SELECT 1')",
  "SYSTEM.main.\"Current_Setting\"('temp_directory')",
  "('temp_directory').current_setting()",
  "(SELECT path FROM duckdb_databases())",
  "(SELECT count(*) FROM query('SELECT 1'))",
  "(FROM histogram_values('duckdb_databases', path) LIMIT 1)",
] as const;

/** Where a value may stand, for CALL. */
export const FORBIDDEN_PLACES = statements`
  SELECT CALL; FROM events SELECT CALL; VALUES (CALL); SELECT 1 WHERE CALL IS NOT NULL;
  SELECT id FROM events GROUP BY id, CALL; SELECT id FROM events GROUP BY GROUPING SETS ((id), (CALL));
  SELECT count(*) FROM events HAVING CALL IS NULL;
  SELECT id FROM events QUALIFY row_number() OVER (ORDER BY id) = length(CALL);
  SELECT id FROM events ORDER BY CALL; SELECT id FROM events LIMIT length(CALL);
  SELECT id FROM events LIMIT 1 OFFSET length(CALL); SELECT DISTINCT ON (CALL) id FROM events;
  SELECT CASE WHEN true THEN CALL ELSE CALL END;
  SELECT {'a': CALL}, [CALL], MAP {'a': CALL}, struct_pack(a := CALL);
  SELECT s.* FROM (SELECT {'a': CALL} AS s); SELECT unnest({'a': CALL});
  SELECT list_transform([1], x -> CALL); SELECT list_transform([1], lambda x: CALL);
  SELECT list_reduce(['a'], (x, y) -> x || CALL); SELECT [CALL FOR x IN [1]];
  SELECT [x FOR x IN [1] IF CALL IS NULL]; SELECT COLUMNS(c -> c = CALL) FROM events;
  SELECT COLUMNS(CALL) FROM events; SELECT * REPLACE (CALL AS id) FROM events;
  SELECT string_agg(CALL ORDER BY CALL) FROM events; SELECT count(*) FILTER (CALL IS NULL) FROM events;
  SELECT max(id) OVER (PARTITION BY CALL) FROM events; SELECT max(id) OVER (ORDER BY CALL) FROM events;
  SELECT lag(id, 1, CALL) OVER (ORDER BY id) FROM events;
  SELECT sum(1) OVER (ORDER BY timestamp RANGE BETWEEN to_days(length(CALL)) PRECEDING AND CURRENT ROW) FROM events;
  SELECT sum(1) OVER w FROM events WINDOW w AS (PARTITION BY CALL);
  FROM events AS a JOIN events AS b ON a.id = CALL;
  FROM events AS a ASOF JOIN events AS b ON a.id = CALL AND a.timestamp >= b.timestamp;
  FROM events, LATERAL (SELECT CALL); FROM (SELECT 1) POSITIONAL JOIN (SELECT CALL);
  FROM (VALUES (CALL)) AS v (a); FROM unnest([CALL]); FROM range(length(CALL)); FROM latest(length(CALL));
  FROM latest(rows := length(CALL)); WITH x AS (SELECT CALL) FROM x;
  WITH x AS MATERIALIZED (SELECT CALL) FROM x;
  WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + length(CALL) FROM r WHERE i < 2) FROM r;
  WITH RECURSIVE r USING KEY (i) AS (SELECT 1 AS i, 1 AS j UNION SELECT i, length(CALL) FROM r WHERE j < 1) FROM r;
  SELECT 1 UNION ALL BY NAME SELECT length(CALL); SELECT 1 EXCEPT SELECT length(CALL);
  SELECT EXISTS (SELECT CALL); SELECT 'a' IN (SELECT CALL); SELECT 'a' = ANY (SELECT CALL);
  SELECT 'a' LIKE CALL ESCAPE '/'; SELECT 'a' SIMILAR TO CALL; SELECT 'a' BETWEEN CALL AND 'b';
  SELECT CALL COLLATE NOCASE; SELECT CAST(CALL AS VARCHAR), TRY_CAST(CALL AS INTEGER), TRY(CALL);
  SELECT CALL IS DISTINCT FROM NULL; SELECT [1, 2][length(CALL)], 'abc'[1:length(CALL)];
  SELECT now() AT TIME ZONE CALL; SELECT extract(year FROM timestamp '2024-01-01' + to_days(length(CALL)));
  SELECT IF(true, CALL, 'a'), coalesce(NULL, CALL), ifnull(NULL, CALL);
  PIVOT (SELECT 1 AS a, 'b' AS b) ON a IN (1) USING max(CALL);
  PIVOT (SELECT CALL AS a, 2 AS b) ON b IN (2) USING max(a);
  FROM (SELECT CALL AS a, 'c' AS b) UNPIVOT (v FOR n IN (a, b)); DESCRIBE SELECT CALL;
  SUMMARIZE SELECT CALL; EXPLAIN SELECT CALL; EXPLAIN ANALYZE SELECT CALL;
  EXPLAIN (FORMAT json) FROM events WHERE id = CALL; (((SELECT CALL))); FROM events AT (TIMESTAMP => CALL)
`;

/** Queries that would not end, or would take all there is; each must be stopped. */
export const ENDLESS_QUERIES: readonly (readonly [what: string, query: string])[] = [
  ["a recursion", "WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r"],
  ["a long range", "SELECT count(*) FROM range(1000000000000)"],
  ["a product", "SELECT sum(a.range * b.range) FROM range(10000000) AS a, range(10000000) AS b"],
];

/** Queries that need more memory or disk than there is for them. */
export const GREEDY_QUERIES: readonly (readonly [what: string, query: string])[] = [
  ["a list", "SELECT list(range) FROM range(1000000000)"],
  ["a text put together", "SELECT length(string_agg(repeat('x', 1000000), '')) FROM range(100000)"],
  [
    "a flood of temporary files",
    "SELECT count(*) FROM (SELECT random() || repeat('x', 2000) AS s FROM range(100000000) ORDER BY s OFFSET 10)",
  ],
];
