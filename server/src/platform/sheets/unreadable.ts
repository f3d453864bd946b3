/** Says why a whole file cannot be read, in Chinese. */
export class UnreadableFile extends Error {}

/** what Excel wrote until 2003, and what it puts a workbook with a password into: both look alike */
export const oldOrLocked = '这是旧版的 .xls，或加了密码；请用 Excel 另存为没有密码的 .xlsx'

/** what other programs keep tables in, and what systems of old send as a workbook */
export const saveAsXlsx = '这不是 .xlsx 工作簿；请用 Excel 或 WPS 打开，另存为 .xlsx 后再上传'

/** what a person is told whose table takes its reader too much time, or too much of anything else */
export const tableWords = {
  tooSlow: '表格读取时间过长，请分成几个文件',
  tooComplex: '文件内容过于复杂，无法读取',
}
