-- What one server has noticed, for all servers and the doctor to tell the operator. Unlogged: of the moment, and
-- noticed again after a crash.
create unlogged table notices (
  name text primary key,
  details text not null,
  noted_at timestamptz(3) not null default now()
);
