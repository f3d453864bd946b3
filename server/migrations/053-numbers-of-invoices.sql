-- A red invoice is another than the one it voids. What was entered before is not looked at: it is frozen, and an old slip must not stop an update.
alter table invoice add constraint invoice_red_is_another check (red_no <> invoice_no) not valid;
