-- A report of an import tells each row as it will be stored, what of its cells was changed or is doubted, and gives back the rows that
-- were not written. Students and public hours are written in batches: a row that cannot be written hinders no other one.
alter table roster_import
  add column wanted_table jsonb,                    -- the sheet and the row of titles that somebody named; null: the reader finds them
  add column found_table jsonb not null default '{}', -- the workbook's sheets, what was read, and what a person should know of it
  add column read_count integer not null default 0;
alter table question_import
  add column wanted_table jsonb,
  add column found_table jsonb not null default '{}',
  add column written integer not null default 0;
alter table organisation_import
  add column found_table jsonb not null default '{}',
  add column written integer not null default 0;

do $$
declare
  rule record;
begin
  for rule in
    select conrelid::regclass as owner, conname from pg_constraint
    where contype = 'c' and conrelid = any (array['roster_import', 'question_import', 'roster_import_row', 'question_import_row',
      'organisation_import_row']::regclass[])
      and (pg_get_constraintdef(oid) ~ '\mstate\M.*READING.*MAPPING.*CHECKED' or pg_get_constraintdef(oid) ~ '\msheet IS NULL\M'
        or pg_get_constraintdef(oid) ~ '\maction\M')
  loop
    execute format('alter table %s drop constraint %I', rule.owner, rule.conname);
  end loop;
end $$;

alter table roster_import
  add constraint roster_import_state_check
    check (state in ('READING', 'MAPPING', 'CHECKED', 'WRITING', 'DONE', 'FAILED', 'STOPPED')),
  add constraint roster_import_sheet_check check (sheet is null or state in ('WRITING', 'DONE'));
alter table question_import
  add constraint question_import_state_check
    check (state in ('READING', 'MAPPING', 'CHECKED', 'DONE', 'FAILED', 'STOPPED'));

alter table question_import_row rename column stem to label;
alter table roster_import_row
  add column shown jsonb not null default '{}', -- by field, as it will be stored; numbers of people only masked
  add column notes jsonb not null default '[]', -- what of a cell was changed or is doubted, with what the file has
  add column cells jsonb,                       -- the file's cells, of a row that may have to be given back
  add constraint roster_import_row_action_check check (action in ('CREATE', 'SAME', 'REFUSE', 'WRITTEN')),
  add constraint roster_import_row_content_check check (action not in ('CREATE', 'WRITTEN') or content is not null);
alter table question_import_row
  add column shown jsonb not null default '{}',
  add column notes jsonb not null default '[]',
  add column cells jsonb,
  add constraint question_import_row_action_check check (action in ('CREATE', 'SAME', 'REFUSE', 'WRITTEN')),
  add constraint question_import_row_content_check check (action = 'REFUSE' or content is not null);
alter table organisation_import_row
  add column shown jsonb not null default '{}',
  add column notes jsonb not null default '[]',
  add column cells jsonb,
  add constraint organisation_import_row_action_check check (action in ('CREATE', 'SAME', 'REFUSE', 'WRITTEN')),
  add constraint organisation_import_row_content_check check (action not in ('CREATE', 'WRITTEN') or content is not null);

-- Sheets that were not read are told beside the rows.
delete from question_import_row where no >= 2000000;

-- What stands of the imports there are.
update question_import set written = (select count(*) from question where import_id = question_import.id) where state = 'DONE';
update organisation_import set written = (
  select count(*) from organisation_import_row where import_id = organisation_import.id and action = 'CREATE') where state = 'DONE';
update roster_import_row set action = 'WRITTEN' from roster_import
  where roster_import.id = import_id and state = 'DONE' and action = 'CREATE';
update question_import_row set action = 'WRITTEN' from question_import
  where question_import.id = import_id and state = 'DONE' and action = 'CREATE';
update organisation_import_row set action = 'WRITTEN' from organisation_import
  where organisation_import.id = import_id and state = 'DONE' and action = 'CREATE';
