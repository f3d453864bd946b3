/** Thrown when a file cannot be read, with the reason in Chinese. */
export class UnreadableFile extends Error {}

/** Old workbooks and workbooks with a password cannot be told apart by their file format. */
export const oldOrLockedWorkbookText = '这是旧版的 .xls，或加了密码；请用 Excel 另存为没有密码的 .xlsx'

export const saveAsXlsxText = '这不是 .xlsx 工作簿；请用 Excel 或 WPS 打开，另存为 .xlsx 后再上传'

export const tableReaderText = {
  tooSlow: '表格读取时间过长，请分成几个文件',
  tooComplex: '文件内容过于复杂，无法读取',
}
