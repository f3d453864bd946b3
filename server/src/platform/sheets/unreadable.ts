/** Says why a whole file cannot be read, in Chinese. */
export class UnreadableFile extends Error {}

/** what Excel wrote until 2003, and what it puts a workbook with a password into: both look alike */
export const oldOrLocked = '这是旧版的 .xls，或加了密码；请用 Excel 另存为没有密码的 .xlsx'
