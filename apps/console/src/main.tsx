import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { App, SignedIn } from './app/app';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
createRoot(root).render(<StrictMode>{location.pathname === '/console/signed-in' ? <SignedIn /> : <App />}</StrictMode>);
