-- Figures that the association may set differently are changed by its staff, at a desk of their own (product page, head).
insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'setting.read'),
  ('SUPER_ADMIN', 'setting.edit'),
  ('AUDITOR', 'setting.read');
