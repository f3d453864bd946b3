-- The camera's name as the browser gave it: kept with its picture, and gone with it.
alter table capture
  add column camera text check (char_length(camera) between 1 and 100),
  add constraint capture_camera_of_picture check (camera is null or file_id is not null);
create function capture_forget_camera() returns trigger language plpgsql as $$
begin
  update capture set camera = null where file_id = new.id and camera is not null;
  return null;
end $$;
create trigger capture_forget_camera after update of deleted_at on file
  for each row when (new.deleted_at is not null and new.purpose = 'CAPTURE')
  execute function capture_forget_camera();

-- Why an attempt is to be void, and what there was to compare with when it was said. Null in reviews of before.
alter table capture_review
  add column ground text check (ground in ('NOT_PHOTO', 'CHANGED', 'HELPED', 'ADMITTED', 'OTHER')),
  add column compared text check (compared in ('PHOTO', 'CAPTURES', 'NOTHING')),
  add constraint capture_review_ground_of_void check (ground is null or proposal = 'VOID'),
  add constraint capture_review_ground_compared check (ground <> 'NOT_PHOTO' or compared = 'PHOTO'),
  add constraint capture_review_ground_captures check (ground <> 'CHANGED' or compared in ('PHOTO', 'CAPTURES'));
