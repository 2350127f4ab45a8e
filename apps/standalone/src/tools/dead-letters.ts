import 'reflect-metadata';
import { deadLetterOffice } from './dead-letter-office';
import { runAsProcess } from './output';

runAsProcess(deadLetterOffice);
