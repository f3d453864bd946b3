-- What was kept longer than it serves anybody.

-- The first rows of a list help to say which column is what. Afterwards its report holds the titles alone.
update roster_import set columns = (
  select coalesce(jsonb_agg(jsonb_build_object('title', one ->> 'title', 'samples', '[]'::jsonb) order by place), '[]')
  from jsonb_array_elements(columns) with ordinality as every (one, place))
  where state not in ('READING', 'MAPPING');
update organisation_import set columns = (
  select coalesce(jsonb_agg(jsonb_build_object('title', one ->> 'title', 'samples', '[]'::jsonb) order by place), '[]')
  from jsonb_array_elements(columns) with ordinality as every (one, place))
  where state <> 'MAPPING';
alter table roster_import add constraint roster_import_no_samples
  check (state in ('READING', 'MAPPING') or not jsonb_path_exists(columns, '$[*].samples[*]'));
alter table organisation_import add constraint organisation_import_no_samples
  check (state = 'MAPPING' or not jsonb_path_exists(columns, '$[*].samples[*]'));
