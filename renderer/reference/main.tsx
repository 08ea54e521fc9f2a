import '@fontsource-variable/inter';
import './reference.css';
import './parts/parts.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, readTheme } from './parts/theme.ts';

applyTheme(readTheme());
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
