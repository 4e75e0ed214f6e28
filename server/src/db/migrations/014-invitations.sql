-- A link with which somebody chooses a password, by whom it was made. It ends with the right of that person.
alter table login_codes add column invited_by uuid references users on delete cascade;
create index login_codes_of_inviter on login_codes (invited_by) where invited_by is not null;
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('receipt', 'won', 'log-in', 'password', 'invitation', 'test'));
