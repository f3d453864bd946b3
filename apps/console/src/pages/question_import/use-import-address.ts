import { useSearchParams } from 'react-router'

/** The import at hand and its file, as the address has them: a reload goes on where it was. */
export function useImportAddress() {
  const [params, setParams] = useSearchParams()
  return {
    importId: params.get('import'),
    /** to check it again with other columns; null: an address that somebody cut */
    fileId: params.get('file'),
    open: (importId: string, fileId: string) => setParams({ import: importId, file: fileId }),
  }
}
