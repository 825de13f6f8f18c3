-- All vectors have the same length, so the order by inner product is the order by distance for every query.
CREATE INDEX ON kindred.products_{generation}
  USING hnsw ((features::halfvec({dimensions})) halfvec_ip_ops) WITH (m = 16, ef_construction = 64);
