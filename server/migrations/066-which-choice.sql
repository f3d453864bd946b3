-- Which choice of the device each answer was, by the number that its page gives it: a page that fell behind tells what it has replaced itself from what
-- was chosen elsewhere, even the very same options.
alter table answer_log add column chosen jsonb;
