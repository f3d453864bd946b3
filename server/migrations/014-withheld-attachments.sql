-- An attachment is open while a published item shows it: withdrawn with its item, or left out of a later text, it is withheld.
alter table file add withheld boolean not null default false;
update file set withheld = true
  where purpose = 'ATTACHMENT'
    and exists (
      select from poster_revision revision join poster on poster.id = revision.poster_id
      where poster.published_no is not null
        and revision.content -> 'attachments' @> jsonb_build_array(jsonb_build_object('fileId', file.id)))
    and not exists (
      select from poster join poster_revision revision
        on revision.poster_id = poster.id and revision.no = poster.published_no
      where poster.withdrawn_at is null
        and revision.content -> 'attachments' @> jsonb_build_array(jsonb_build_object('fileId', file.id)));
