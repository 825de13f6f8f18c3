-- Created when all rows are there: that is much faster.
CREATE INDEX ON kindred.products_{generation} (family);
CREATE INDEX ON kindred.products_{generation} (lower(identifier) text_pattern_ops);
CREATE INDEX ON kindred.products_{generation} USING gin ("values" jsonb_path_ops);
CREATE INDEX ON kindred.products_{generation} USING gin (words);
CREATE INDEX ON kindred.terms_{generation} USING gin (term gin_trgm_ops);
CREATE INDEX ON kindred.terms_{generation} (length(term));
ANALYZE kindred.products_{generation};
ANALYZE kindred.terms_{generation};
