-- The dashboard counts imported leads by reading only this index.
create index leads_imported on leads (event_id) where channel = 'import' and source = 'volunteer';
