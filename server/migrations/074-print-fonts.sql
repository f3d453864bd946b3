-- Letters that the portal's own print fonts lack (decision 072): fonts that staff add, what they draw, and proofs that wait for one.

-- Its file is read apart, once for each letter that somebody needs; nothing of it is ever served.
create table print_font (
  id uuid primary key,                  -- made by the client: a repeat adds no second one
  file_id uuid not null unique references file (id),
  name text not null check (char_length(name) between 1 and 100),   -- as the font calls itself
  face integer not null check (face between 0 and 255),             -- its place in a collection
  glyphs integer not null check (glyphs between 1 and 65535),
  -- code points that it says it has and ours have not; without those that turned out to have no drawing
  letters int4multirange not null,
  note text not null check (char_length(note) between 2 and 200),   -- where it is from, and by what right
  staff_id uuid not null references staff (id),
  added_at timestamptz not null default app_now(),
  removed_at timestamptz,               -- since then it draws no more letters
  removed_by uuid references staff (id),
  remove_reason text check (char_length(remove_reason) between 2 and 200),
  check ((removed_at is null) = (removed_by is null)),
  check ((removed_at is null) = (remove_reason is null))
);

-- One drawing for each letter, the first that a font gave: what proofs print goes on looking as it did.
create table print_letter (
  code_point integer primary key check (code_point between 1 and 1114111),
  font_id uuid not null references print_font (id),
  advance integer not null check (advance between 1 and 4000),      -- of an em of 1000
  outline text not null check (char_length(outline) <= 60000 and outline ~ '^[MLQZ0-9 -]+$'),
  drawn_at timestamptz not null default app_now(),
  used_at timestamptz                   -- since when a proof prints it
);
create index print_letter_font on print_letter (font_id);

create function keep_printed_letter() returns trigger language plpgsql as $$
begin
  if old.used_at is not null and
      (tg_op = 'DELETE' or (new.code_point, new.advance, new.outline) is distinct from (old.code_point, old.advance, old.outline)) then
    raise exception 'a letter that proofs print is not changed' using errcode = 'check_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_printed_letter before update or delete on print_letter
  for each row execute function keep_printed_letter();

-- A year whose hours are complete and whose proof has a letter that nothing draws.
create table proof_waiting (
  student_id uuid not null references student (id),
  year integer not null,
  missing jsonb not null check (jsonb_typeof(missing) = 'array'),   -- [{field, letters}], as the student is told
  code_points integer[] not null check (cardinality(code_points) > 0),
  since timestamptz not null default app_now(),
  primary key (student_id, year)
);
create index proof_waiting_since on proof_waiting (since);

-- Whether all that it prints can be drawn; null: it was issued before this was asked.
alter table proof add column printable boolean;
create index proof_not_printable on proof (id) where printable is distinct from true;

-- Certificate numbers that a batch left out: their proofs cannot be printed yet.
alter table proof_print add column unprintable text[] not null default '{}';

-- Names with a letter outside the block that the portal's own fonts have whole: few among all.
create index student_rare_name on student (id) where name ~ '[^一-鿿·A-Za-z ]' and closed_at is null;

do $$
declare
  holder text;
  rule text;
begin
  foreach holder in array array['file', 'upload'] loop
    select pg_get_constraintdef(oid) into strict rule from pg_constraint where conname = holder || '_purpose_check';
    execute format('alter table %I drop constraint %I, add constraint %I %s', holder, holder || '_purpose_check',
      holder || '_purpose_check', replace(rule, 'ARRAY[', 'ARRAY[''FONT''::text, '));
  end loop;
end $$;

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'proof.font'),
  ('ACADEMIC', 'proof.font');
