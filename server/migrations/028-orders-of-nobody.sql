-- Only a student's own order asks whether its account is open. An employer's names no student: since 024 made the rule find
-- the account, rather than not find it closed, every employer's order was refused. Its lines' signs have the rule themselves.
drop trigger order_of_open_account on orders;
create trigger order_of_open_account before insert on orders
  for each row when (new.student_id is not null) execute function refuse_closed_student();
