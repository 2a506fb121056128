"""What every room needs: answers, columns, the journal, form keys, the club."""
