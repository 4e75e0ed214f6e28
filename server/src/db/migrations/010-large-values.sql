-- A large value on its way into a row, in pieces, because sending one of megabytes in one piece stops
-- everything else that the process does. Filled and emptied within one transaction, so that nothing of
-- it needs to survive a crash.
create unlogged table large_value_pieces (
  value uuid not null,
  piece integer not null,
  bytes bytea not null,
  primary key (value, piece)
);
