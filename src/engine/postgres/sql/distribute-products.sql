-- Run where the extension Citus is present, before rows are added. A version of a dataset has a table of its own; its rows are
-- spread by the hash of the product. All such tables have the same column type, so Citus co-locates them. The terms are read by every
-- node of the cluster.
SELECT create_distributed_table('kindred.products_{generation}', 'identifier');
SELECT create_reference_table('kindred.terms_{generation}');
