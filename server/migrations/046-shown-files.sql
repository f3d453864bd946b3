-- Decision 041: which files each revision of an item shows. Whether readers may have a file is asked of what shows it at that moment.

-- The public files that a text shows or links to. Dear to the planner, so that it asks the index below instead of reading texts.
create function files_in(html text) returns uuid[] language sql immutable strict parallel safe cost 10000 as $$
  select array(select distinct found[1]::uuid
    from regexp_matches(html, '/files/public/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gi') as found)
$$;

-- All that an item's content shows: cover, film, captions, attachments, and what its text does.
create function files_of(content jsonb) returns uuid[] language sql immutable strict parallel safe as $$
  select array(
    select id::uuid from unnest(array[content ->> 'coverFileId', content ->> 'videoFileId', content ->> 'captionsFileId']) as id
      where id is not null
    union select (attachment ->> 'fileId')::uuid from jsonb_array_elements(content -> 'attachments') as attachment
    union select unnest(files_in(content ->> 'bodyHtml')))
$$;

-- Written with its revision. A text may link a file that never was: file_id names no row that must be.
create table poster_file (
  file_id uuid not null,
  poster_id uuid not null,
  no integer not null,
  primary key (file_id, poster_id, no),
  foreign key (poster_id, no) references poster_revision (poster_id, no)
);
create index poster_file_revision on poster_file (poster_id, no);
insert into poster_file (file_id, poster_id, no)
  select unnest(files_of(content)), poster_id, no from poster_revision;
create trigger poster_file_append_only before update or delete on poster_file
  for each row execute function refuse_change();
create trigger poster_file_no_truncate before truncate on poster_file
  for each statement execute function refuse_change();

-- a lesson that is read may show the same picture
create index lesson_shows on lesson using gin (files_in(article_html)) with (fastupdate = off) where article_html is not null;

-- was set by publishing and withdrawing, for attachments alone
alter table file drop column withheld;
