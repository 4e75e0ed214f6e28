import { PRODUCT_NAME, TAGLINE } from '@drawbridge/contract/product';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ServerStatus } from './server-status.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <main>
      <h1>{PRODUCT_NAME}</h1>
      <p>{TAGLINE}</p>
      <ServerStatus />
    </main>
  </StrictMode>,
);
