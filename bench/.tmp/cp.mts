import duckdb from "@duckdb/node-bindings";
import { DuckDBInstance } from "@duckdb/node-api";
const i = await DuckDBInstance.create(":memory:"); const c = await i.connect();
const r = await c.stream("select range(1000)::UINTEGER[] as x from range(2048)");
const ch = (await r.fetchChunk())!;
const v = duckdb.data_chunk_get_vector(ch.chunk, 0);
const size = duckdb.list_vector_get_size(v);
const ts = []; 
for (let k = 0; k < 5; k++) { const t = performance.now(); const b = duckdb.vector_get_data(duckdb.list_vector_get_child(v), size * 4); ts.push(performance.now() - t); if (k === 0) b[0] = 77; else console.log(k, b[0], b.byteOffset, b.constructor.name, b.buffer.byteLength); }
console.log(size, ts);
{ const e = duckdb.vector_get_data(v, 2048 * 16); const t = performance.now(); const s = new Uint32Array(2048); const en = new Uint32Array(e.buffer, e.byteOffset, 8192); for (let q = 0; q < 2048; q++) s[q] = en[q * 4]!; console.log(performance.now() - t); }
