-- Settings of every connection.
-- Candidates that HNSW looks at in one step, and how it goes on when a filter leaves too few of them. Rows are sorted again.
SET hnsw.ef_search = 400;
SET hnsw.iterative_scan = relaxed_order;
SET hnsw.max_scan_tuples = 100000;
-- Low: the exact bound is part of each statement (text/near-texts.ts).
SET pg_trgm.similarity_threshold = 0.04;
