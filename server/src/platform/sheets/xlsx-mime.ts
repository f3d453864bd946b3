/** Apart from the writer of workbooks (write.ts), which the processes that read files need not load. */
export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
