import {
  type ColumnMapping,
  type QuestionImport,
  useCheckQuestionImport,
} from '@ce/client/staff/question_import.ts'
import { uuid } from '@ce/client/uuid.ts'
import { useImportAddress } from './use-import-address.ts'

/** Checks the same file again, as another import; without `recheck` when its file is not known any more. */
export function useRecheck({ courseId }: QuestionImport, fileId: string | null) {
  const { open } = useImportAddress()
  const check = useCheckQuestionImport()
  const recheck = fileId
    ? (mapping: ColumnMapping | null) => {
        const importId = uuid()
        check.mutate(
          { importId, fileId, courseId, mapping },
          { onSuccess: () => open(importId, fileId) },
        )
      }
    : undefined
  return { recheck, busy: check.isPending, error: check.error }
}
