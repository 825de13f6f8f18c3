CREATE INDEX ON kindred.keywords_{generation} (word_order);
CREATE INDEX ON kindred.keywords_{generation} USING gin (words);
CREATE INDEX ON kindred.keywords_{generation} USING gin (term gin_trgm_ops);
CREATE INDEX ON kindred.keywords_{generation} (length(term));
CREATE INDEX ON kindred.keyword_words_{generation} USING gin (term gin_trgm_ops);
CREATE INDEX ON kindred.keyword_words_{generation} (length(term));
ANALYZE kindred.keywords_{generation};
ANALYZE kindred.keyword_words_{generation};
