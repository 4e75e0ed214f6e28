-- What belongs to the sample data, and goes with it.
alter table events add column sample boolean not null default false;
alter table users add column sample boolean not null default false check (not sample or role = 'volunteer');
