import { expose } from 'comlink';
import { ImportFile } from './import-file.ts';

expose(new ImportFile());
