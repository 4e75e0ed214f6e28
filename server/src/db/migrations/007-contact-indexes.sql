-- The contact comes first: a plan that was made while there were few leads and no statistics then finds
-- a contact by it too, and never by reading all leads of the event.
drop index leads_by_phone;
drop index leads_by_email;
create index leads_by_phone on leads (phone, event_id);
create index leads_by_email on leads (email, event_id) where email is not null;
