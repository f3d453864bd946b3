-- Whole ID numbers of a year's people leave the house: a permission of its own, with the administrator until roles are given it.

insert into role_permission (role_code, permission) values ('SUPER_ADMIN', 'proof.export');
