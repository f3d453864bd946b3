-- Paying inside WeChat's own browser: such an order is placed for one payer (decision 029, docs/payments.md).

alter table payment
  drop constraint payment_kind_check,
  drop constraint payment_next_kind_check,
  -- JSAPI: code_url is the prepay_id that WeChat's browser is asked to pay
  add constraint payment_kind_check check (kind in ('NATIVE', 'H5', 'JSAPI')),
  add constraint payment_next_kind_check check (next_kind in ('NATIVE', 'H5', 'JSAPI')),
  -- for whom it is placed at the channel: a keyed digest, never the openid, and only while the payment is open
  add column payer_key text,
  add constraint payment_payer check (payer_key is null or (kind = 'JSAPI' and status = 'CREATED')),
  add constraint payment_payer_known
    check (kind <> 'JSAPI' or status <> 'CREATED' or code_url is null or payer_key is not null);
