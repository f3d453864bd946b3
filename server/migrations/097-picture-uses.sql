-- What a picture was uploaded to be shown as, and what the code in it says: both judged by its content when the upload ends.
alter table upload add column picture_use text
  check (picture_use in ('SWIPER', 'QR', 'COVER', 'PORTRAIT'));
alter table upload add constraint upload_use_of_picture check (picture_use is null or purpose = 'PICTURE');

alter table file add column qr_text text check (length(qr_text) <= 4000);
