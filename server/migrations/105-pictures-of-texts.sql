-- A picture in a text has its own least size and sides.
alter table upload
  drop constraint upload_picture_use_check,
  add constraint upload_picture_use_check
    check (picture_use in ('SWIPER', 'QR', 'COVER', 'PORTRAIT', 'ARTICLE'));
