-- False of a program's token that came back with a backup, until an administrator confirms it: it may have been revoked
-- after the backup was made.
alter table sessions add column confirmed boolean not null default true;
