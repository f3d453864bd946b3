/**
 * Stands in the file that brings React (vite.config.ts), so that React wakes in the task of that file and not in the next
 * one's, together with the application: on a slow machine either is felt.
 */
import 'react-dom/client'
