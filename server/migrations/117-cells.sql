-- works with the version before
-- A database belongs to one cell, so that a mistyped variable cannot make two cells share it.
alter table deployment add column cell text check (cell ~ '^[a-z][a-z0-9-]{0,30}$');
comment on column deployment.cell is 'The cell (CELL) whose first start made this database; null: a portal without a cell.';
