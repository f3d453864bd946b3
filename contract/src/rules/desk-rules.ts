import { foldNumber, foldPlainText } from './fold-text.ts'
import type { FieldRule } from './person.ts'

/** Rules of fields that staff fill in, used by the contract's schemas and by forms. */
export const usernameRule: FieldRule = {
  pattern: /^[a-z][a-z0-9._-]{2,29}$/,
  msg: '3–30 位小写字母、数字、点、横线，以字母开头',
  fold: foldPlainText,
}
/** Accepts http(s) or a path on the portal itself: never javascript: or data:, nor another host by // or /\ */
export const linkAddressRule: FieldRule = {
  pattern: /^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*)$/i,
  msg: '链接应以 http://、https:// 或 / 开头',
  fold: (typed) => typed.trim(),
}
export const legalTextVersionRule: FieldRule = {
  pattern: /^[0-9A-Za-z.-]{1,20}$/,
  msg: '版本号为 1–20 位字母、数字、点、横线',
  fold: (typed) => typed.trim(),
}
export const reductionCodeRule: FieldRule = {
  pattern: /^[A-Z][A-Z0-9_]{1,29}$/,
  msg: '大写字母开头，可含数字和下划线',
  fold: (typed) => typed,
}
export const invoiceNoRule: FieldRule = {
  pattern: /^\d{8,20}$/,
  msg: '应为 8–20 位数字',
  fold: foldNumber,
}
/** The number printed on an invoice: 8 digits, or 20 since 2024. */
export const printedInvoiceNoRule: FieldRule = {
  pattern: /^(?:\d{8}|\d{20})$/,
  msg: '应为 8 位或 20 位数字',
  fold: foldNumber,
}
