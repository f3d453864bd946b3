/** Starts React in its own chunk and task (vite.config.ts), because one long task would block a slow device. */
import 'react-dom/client'
