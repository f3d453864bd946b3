-- A refund's number is unique only within its trade, and the bill is the whole account's: of two tills that count their refunds alike
-- the second one's row stopped the day's comparison for good.
alter table bill_line
  drop constraint bill_line_pkey,
  add primary key (channel, day, kind, number, out_trade_no, transaction_id, amount_fen);
