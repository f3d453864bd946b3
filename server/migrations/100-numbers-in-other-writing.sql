-- A number of a bill, as staff type it: in capitals, without dashes, spaces, brackets and apostrophes (foldNumber of the contract). Other tills and
-- the merchant console give numbers in any writing.
create function money_number(number text) returns text language sql immutable parallel safe as $$
  select upper(translate(number, '-()''` ', ''))
$$;
create index bill_line_typed on bill_line (money_number(number));
