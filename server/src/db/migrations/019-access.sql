-- Whether an administrator of all events set the address, its owner followed a link that was mailed there, or the
-- provider of single sign-on vouched for it. Single sign-on finds accounts by confirmed addresses alone.
alter table users add column email_confirmed boolean not null default false
  check (not email_confirmed or email is not null);

-- Whether the link was mailed to the account's address, and shown to nobody else.
alter table login_codes add column mailed boolean not null default false;
