/** The MIME type is in its own file, so that reader processes need not load the code that writes workbooks. */
export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
